import { defineTexts } from '../texts.ts'

export const searchTexts = defineTexts('search', {
  search: 'Search',
  searchPlaceholder: 'Search...',
  nothingFound: 'No results for “{query}”',
  closeMatches: 'Nothing is called “{query}”. This comes close:',
  tryAnother: 'Check the spelling, or try other words.',
  recentSearches: 'Recent searches',
  removeRecent: 'Remove “{query}” from recent searches',
  clearRecent: 'Clear recent searches',
  clear: 'Clear',
  genres: 'Genres',
  artists: 'Artists',
  albums: 'Albums',
  tracksFound: '{count, plural, one {# track} other {# tracks}}',
  manyTracks: '{count} or more tracks',
  artistsFound: '{count, plural, one {# artist} other {# artists}}',
  manyArtists: '{count} or more artists',
  albumsFound: '{count, plural, one {# album} other {# albums}}',
  manyAlbums: '{count} or more albums',
})
