// A chime and a vibration: when it's your turn, and when points are scored. Loaded only while one of them is on.

/** Notes by name: hertz, and seconds until they begin. */
const CHIMES = {
  turn: [[523.25, 0], [783.99, 0.16]],
  points: [[659.25, 0], [783.99, 0.09], [1046.5, 0.18]],
};
let audio = null;

/** Plays "turn" or "points", as far as the settings allow. */
export function play(name) {
  const { sound, vibration } = document.documentElement.dataset;
  // Browsers allow neither before the first tap or key.
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (vibration) navigator.vibrate?.(name === "turn" ? [70, 60, 70] : 50);
  if (!sound) return;
  audio ??= new AudioContext();
  audio.resume();
  for (const [pitch, wait] of CHIMES[name]) {
    const begin = audio.currentTime + 0.03 + wait;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const loudness = new GainNode(audio, { gain: 0 });
    loudness.gain.setValueAtTime(0, begin);
    loudness.gain.linearRampToValueAtTime(0.16, begin + 0.012);
    loudness.gain.exponentialRampToValueAtTime(0.0005, begin + 0.7);
    tone.connect(loudness).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.75);
  }
}
