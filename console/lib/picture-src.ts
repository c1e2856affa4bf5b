/** Address of a picture for this page: pictures of the catalogue come from the page's own server, whatever its public name. */
export const pictureSrc = (address: string): string => {
  const { pathname } = new URL(address, window.location.href);
  return pathname.startsWith('/art/') ? pathname : address;
};
