const segment = encodeURIComponent

/** Every link of the pages is built here; a test holds each against the route table. */
export const paths = {
  home: () => '/',
  artists: () => '/artists',
  artist: (id: string) => `/artists/${segment(id)}`,
  albums: () => '/albums',
  album: (id: string) => `/albums/${segment(id)}`,
  popularAlbums: () => '/popularalbums',
  popularArtists: () => '/PopularArtists',
  genre: (id: string) => `/genres/${segment(id)}`,
  /** A genre's daily mix; it is known by the genre's name. */
  dailyMix: (genre: string) => `/playlists/${segment(genre)}`,
  track: (id: string) => `/track/${segment(id)}`,
  search: (query = '') => (query === '' ? '/search' : `/search?q=${segment(query)}`),
  login: () => '/login',
  signup: () => '/signup',
  about: () => '/about',
  contact: () => '/contact',
  settings: () => '/settings',
  /** What a listener keeps, and who they are: each by the listener's own id. */
  library: (userId: string) => `/${segment(userId)}/library`,
  likedSongs: (userId: string) => `/${segment(userId)}/library/likedSongs`,
  profile: (userId: string) => `/user/${segment(userId)}`,
  playlist: (id: string) => `/userplaylists/${segment(id)}`,
} as const
