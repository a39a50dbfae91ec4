// Before the first paint: the colours this person chose, and whether the page stands in a frame.
try {
  const chosen = localStorage.getItem('vitrine:scheme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.scheme = chosen;
} catch {
  // Storage is closed to a page in another site's frame: the device's colours it is.
}
if (window.self !== window.top) document.documentElement.dataset.framed = '';
