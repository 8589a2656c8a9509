/**
 * Titles of the documents (ROUTE-02, ALB-08, ROUTE-16, PROP-39). The server writes them into the page, the
 * page writes them again once it stands: from here both, so that none jumps.
 */
export const titles = {
  home: 'Home',
  artists: 'Artists',
  albums: 'Albums',
  popularAlbums: 'Popular albums',
  popularArtists: 'Popular artists',
  search: 'Search',
  login: 'Login',
  signup: 'Signup',
  about: 'About the creator',
  contact: 'Contact Us',
  settings: 'Settings',
  library: 'Library',
  likedSongs: 'Liked Songs',
  account: 'My Account',
  error: 'Unexpected Application Error!',
  artist: (name: string) => name,
  album: (title: string) => `${title} - Album`,
  track: (title: string) => title,
  genre: (name: string) => name,
  /** @param place of the genre in the list of all genres, counted from 1 (READ-20) */
  dailyMix: (place: number) => `Daily Mix ${place}`,
} as const
