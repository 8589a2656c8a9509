import { defineTexts } from '../texts.ts'

/** Document titles. The server writes them into the page and the page sets them again, so both must use these. */
export const titles = defineTexts('titles', {
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
  setUp: 'Set-up',
  administration: 'Administration',
  collection: 'Collection',
  jobs: 'Jobs',
  people: 'People',
  serviceSettings: 'Service settings',
  log: 'Log',
  error: 'Unexpected Application Error!',
  album: '{title} - Album',
  dailyMix: 'Daily Mix {position}',
})
