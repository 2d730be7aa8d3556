// Says which of the four steps is shown; which one that is, the address and the styles decide.
const mark = () => {
  const step = ($('.step:target')?.id || 'kingdom').replace('put-away', 'fetch');
  for (const link of $$('.tabs a')) link.setAttribute('aria-current', link.hash === '#' + step && 'step');
};
addEventListener('hashchange', mark);
addEventListener('page', mark);
mark();
