// A chime and a vibration when it's your turn, and when points are scored; a thud for a tile, and a click for a meeple. Loaded
// only while sound or vibration is on.

/** Notes by name: hertz, and seconds until they begin. */
const CHIMES = {
  turn: [[523.25, 0], [783.99, 0.16]],
  points: [[659.25, 0], [783.99, 0.09], [1046.5, 0.18]],
};
/** Knocks of wood by name: hertz in the beginning and at the end, seconds, and loudness. */
const KNOCKS = { tile: [170, 52, 0.15, 0.55], meeple: [1250, 480, 0.06, 0.2] };
let audio = null;

/** Plays "turn", "points", "tile" or "meeple", as far as the settings allow. */
export function play(name) {
  const { sound, vibration } = document.documentElement.dataset;
  // Browsers allow neither before the first tap or key.
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (vibration && CHIMES[name]) navigator.vibrate?.(name === "turn" ? [70, 60, 70] : 50);
  if (!sound) return;
  audio ??= new AudioContext();
  audio.resume();
  const [high, low, seconds, loud] = KNOCKS[name] ?? [];
  if (high) tone("sine", high, low, 0.02, 0.002, seconds, loud);
  else for (const [pitch, wait] of CHIMES[name]) tone("triangle", pitch, pitch, 0.03 + wait, 0.012, 0.7, 0.16);
}

/** Starts after `wait` seconds, is at its loudest after another `rise`, and fades away. */
function tone(type, from, to, wait, rise, seconds, loud) {
  const begin = audio.currentTime + wait;
  const source = new OscillatorNode(audio, { type, frequency: from });
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + seconds);
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0, begin);
  loudness.gain.linearRampToValueAtTime(loud, begin + rise);
  loudness.gain.exponentialRampToValueAtTime(0.0005, begin + seconds);
  source.connect(loudness).connect(audio.destination);
  source.start(begin);
  source.stop(begin + seconds + 0.05);
}
