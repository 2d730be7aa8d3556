// Who fetches what: the address remembers the name, and Back leads to the list, however much is tapped.
addEventListener('submit', async (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  if (busy) return;
  busy += 1;
  const form = event.target, button = event.submitter;
  try {
    await load(form.action, { method: 'POST', body: fields(form, button) }, 'replaceState', focusKey(button));
  } catch { say(document.body.dataset.offline, true); }
  busy -= 1;
}, true);
