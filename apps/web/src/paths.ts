import { RESET_PASSWORD_PATH, VERIFY_EMAIL_PATH } from '@refrain/contract/account/email-paths'

const segment = encodeURIComponent

/** The address of each screen; a test compares them with the route table. */
export const paths = {
  home: () => '/',
  artists: () => '/artists',
  artist: (id: string) => `/artists/${segment(id)}`,
  albums: () => '/albums',
  songs: () => '/songs',
  album: (id: string) => `/albums/${segment(id)}`,
  popularAlbums: () => '/popularalbums',
  popularArtists: () => '/PopularArtists',
  genre: (id: string) => `/genres/${segment(id)}`,
  /** @param genre the genre's name, not its id */
  dailyMix: (genre: string) => `/playlists/${segment(genre)}`,
  track: (id: string) => `/track/${segment(id)}`,
  search: (query = '') => (query === '' ? '/search' : `/search?q=${segment(query)}`),
  login: () => '/login',
  /** @param invitation its token, if the listener was invited: in the fragment, which no server logs */
  signup: (invitation = '') => (invitation === '' ? '/signup' : `/signup#invitation=${segment(invitation)}`),
  forgotPassword: () => '/forgot-password',
  /** Links in emails add a token in the fragment. */
  resetPassword: () => RESET_PASSWORD_PATH,
  verifyEmail: () => VERIFY_EMAIL_PATH,
  about: () => '/about',
  contact: () => '/contact',
  settings: () => '/settings',

  /** Exists until the service is set up. */
  setUp: () => '/setup',
  admin: () => '/admin',
  adminCollection: () => '/admin/collection',
  adminJobs: () => '/admin/jobs',
  adminPeople: () => '/admin/people',
  adminSettings: () => '/admin/settings',
  /** @param level only entries of this level */
  adminLog: (level?: 'error') => (level ? `/admin/log?level=${level}` : '/admin/log'),

  library: (userId: string) => `/${segment(userId)}/library`,
  likedSongs: (userId: string) => `/${segment(userId)}/library/likedSongs`,
  profile: (userId: string) => `/user/${segment(userId)}`,
  playlist: (id: string) => `/userplaylists/${segment(id)}`,
} as const
