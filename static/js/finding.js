// A search shows what it finds as one types; the same form works without this, by its button.
let finding;
const find = async (form) => {
  const url = location.pathname + '?' + new URLSearchParams(new FormData(form)), field = $('[type=search]', form), text = field.value;
  try {
    const answer = await fetch(url, { headers: { Accept: 'text/html' } });
    if (!answer.ok || field.value !== text) return;
    const doc = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const part of $$('[id^=f-]', doc)) $('#' + part.id)?.replaceWith(part);
    for (const el of $$('symbol', doc)) if (!$('#' + el.id)) $('symbol').parentNode.append(el);
    history.replaceState(null, '', url);
    shown = here();
    say($$('#f-list [data-say]').map((el) => el.textContent.trim()).join(' '), false);
  } catch { /* the button says that there is no connection */ }
};
addEventListener('input', (event) => {
  const form = event.target.closest('form[data-find]');
  if (!form) return;
  clearTimeout(finding);
  finding = setTimeout(find, 250, form);
});
