import { defineTexts } from '../texts.ts'

export const homeTexts = defineTexts('home', {
  home: 'Home',
  popularArtists: 'Popular artists',
  popularAlbums: 'Popular albums',
  suggestedForYou: 'Suggested for You',
  followingArtists: 'Following artists',
  topTracksFromFollowing: 'Top Tracks From Following',
  recentlyPlayed: 'Recently Played',
  youFollow: 'You follow {name}',
  youListenTo: 'You listen to {name}',
})
