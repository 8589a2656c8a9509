import { defineTexts } from '../../texts.ts'

/** What people other than performers do for tracks. */
export const creditsTexts = defineTexts('credits', {
  credits: 'Credits',
  // Beside names on a track's page.
  composedBy: 'Composed by',
  lyricsBy: 'Lyrics by',
  arrangedBy: 'Arranged by',
  conductedBy: 'Conducted by',
  producedBy: 'Produced by',
  remixedBy: 'Remixed by',
  // Above albums on an artist's page.
  composed: 'Composed',
  wroteLyrics: 'Lyrics',
  arranged: 'Arranged',
  conducted: 'Conducted',
  produced: 'Produced',
  remixed: 'Remixed',
})
