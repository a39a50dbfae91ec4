/** Whether the photo or video of this address is shown: only https, and paths of our own, are. */
export const isShown = (url: string | undefined): url is string =>
  url !== undefined && /^(https:\/\/|\/(?!\/))/i.test(url);
