// Says which of the four steps is shown; which one that is, the address and the styles decide.
const mark = () => {
  const step = ($('.step:target')?.id || 'kingdom').replace('put-away', 'fetch');
  for (const link of $$('.tabs a')) link.setAttribute('aria-current', link.hash === '#' + step && 'step');
};
// Closing Share leads back to the step one left.
addEventListener('submit', ({ target }) => { if (target.matches('[action="/share"]')) target.elements.link.value += location.hash; });
addEventListener('hashchange', mark);
addEventListener('page', mark);
mark();
