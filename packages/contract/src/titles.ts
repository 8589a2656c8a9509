/** Document titles. The server writes them into the page and the page sets them again, so both must use these. */
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
  /** @param position of the genre in the list of all genres, from 1 */
  dailyMix: (position: number) => `Daily Mix ${position}`,
} as const
