// The day where the phone is, and names to choose from as one types; both work without.
for (const el of $$('[data-today]')) {
  const now = new Date();
  el.value = el.max = new Date(now - now.getTimezoneOffset() * 6e4).toISOString().slice(0, 10);
}
addEventListener('focusin', async ({ target }) => {
  if (!target.matches('[data-names]') || $('#names')) return;
  const list = document.createElement('datalist');
  list.id = 'names';
  target.after(list);
  const names = await fetch(target.dataset.names).then((answer) => answer.json()).catch(() => []);
  list.append(...names.map((name) => new Option(name)));
});
