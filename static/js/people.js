// Names of cards to choose from, asked for when somebody types one.
addEventListener('focusin', async ({ target }) => {
  if (!target.matches('[data-names]') || $('#names')) return;
  const list = document.createElement('datalist');
  list.id = 'names';
  target.after(list);
  const names = await fetch(target.dataset.names).then((answer) => answer.json()).catch(() => []);
  list.append(...names.map((name) => new Option(name)));
});
