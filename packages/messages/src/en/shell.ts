import { defineTexts } from '../texts.ts'

export const shellTexts = defineTexts('shell', {
  skipToContent: 'Skip to content',
  quick: 'Quick',
  main: 'Main',
  artists: 'Artists',
  albums: 'Albums',
  search: 'Search',
  library: 'Library',
  explore: 'Explore',
  home: 'Home',
  login: 'Login',
  navigation: 'Navigation',
  nowPlaying: 'Now playing',
  closeNowPlaying: 'Close now playing',
  signup: 'Signup',
  top: 'Top',
  morePages: 'More pages',
  aboutCreator: 'About Creator',
  contactUs: 'Contact Us',
  opensInANewTab: 'Opens in a new tab',
  forArtists: 'For Artists',
})
