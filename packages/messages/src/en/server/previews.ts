import { defineTexts } from '../../texts.ts'

/** Descriptions of pages, for search engines and link previews. */
export const previewTexts = defineTexts('previews', {
  summary: 'Albums, artists and daily mixes to listen to in a browser, without a gap between tracks.',
  albumBy: 'Album by {artist}',
  songBy: 'Song by {artist}',
  artist: 'Artist',
  genre: 'Genre',
  coverOf: 'Cover of {album}',
  albums: '{count, plural, one {# album} other {# albums}}',
  songs: '{count, plural, one {# song} other {# songs}}',
})
