// Passkeys. The pages for signing in and for the account have their forms, which are hidden without this script.

const part = window.PublicKeyCredential;
const isAble = part?.parseCreationOptionsFromJSON && part.parseRequestOptionsFromJSON;

/** Asks for the passkey, and sends the answer with the form. */
async function answer(form) {
  const challenge = await fetch(`${form.getAttribute("action")}/challenge`, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  // The page that asks for the password again.
  if (challenge.redirected) return location.assign(challenge.url);
  const { token, options, error } = await challenge.json();
  if (error) throw Object.assign(new Error(), { said: error });
  const passkey = await ("user" in options
    ? navigator.credentials.create({ publicKey: part.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: part.parseRequestOptionsFromJSON(options) }));
  form.elements.token.value = token;
  form.elements.answer.value = JSON.stringify(passkey);
  form.submit();
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.hidden = !isAble;
  form.nextElementSibling.hidden = Boolean(isAble);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [error, button] = [form.querySelector("[role=alert]"), form.querySelector("button")];
    error.hidden = true;
    button.disabled = true;
    await answer(form).catch(({ name, said }) => {
      error.textContent = said ?? (name === "InvalidStateError" ? error.dataset.known : error.dataset.failed);
      error.hidden = false;
    });
    button.disabled = false;
  });
}
