// Before the first paint: the colours this person chose, and whether the page stands in a frame.
try {
  const chosen = localStorage.getItem('vitrine:scheme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.scheme = chosen;
} catch {
  // A page in another site's frame cannot read the storage: it gets the device's colours.
}
if (window.self !== window.top) document.documentElement.dataset.framed = '';
