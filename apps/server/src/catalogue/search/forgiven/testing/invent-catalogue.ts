const FIRST =
  'Alba Anders Beatriz Björn Cato Chloé Dorothea Elias Fatima Gideon Hedvig Ignacio Jolanta Kasimir Leonie Mathilde Nikolai Ottilie Philippa Quentin Rosalind Søren Tobias Ursula Valentin Winifred Xenia Yasmin Zacharias Marguerite'
const LAST =
  'Almquist Bergström Castellano Dubois Eriksen Ferreira Grünwald Hathaway Ishikawa Jørgensen Kowalski Lindqvist Montgomery Nakamura Okonkwo Papadopoulos Quigley Rosenthal Svensson Thornbury'
const THINGS =
  'Anchor Balcony Candle Desert Engine Feather Garden Harbour Island Journey Kingdom Lantern Mirror Needle Orchard Paper Quarry River Shadow Thunder Umbrella Valley Window Yesterday Zenith Avalanche Blossom Cathedral Diamond Electric Fountain Glacier Horizon Ivory Jasmine Kaleidoscope Labyrinth Midnight Northern Obsidian Pendulum Quicksilver Rainfall Silence Telegraph Undertow Velvet Whisper Meridian Ceremony'
const LITTLE = 'of the in at under over beyond without for and my your'

export interface InventedCatalogue {
  readonly artists: readonly { readonly name: string }[]
  readonly albums: readonly { readonly title: string; readonly artist: number }[]
  readonly tracks: readonly { readonly title: string; readonly album: number }[]
}

/** 200 artists with 3 albums of 4 tracks each, the same on every run: many share words, and each is unlike all others. */
export function inventCatalogue(): InventedCatalogue {
  const [first, last, things, little] = [FIRST, LAST, THINGS, LITTLE].map(list => list.split(' '))
  const pick = (list: readonly string[] = [], n: number) => list[n % list.length] as string
  const title = (n: number) => {
    const [one, two] = [pick(things, n), pick(things, Math.floor(n / 50) + 7 * n + 3)]
    if (n % 3 === 0) return `${one} ${pick(little, n)} ${two}`
    return n % 3 === 1
      ? `${one} ${two}`
      : `The ${one} ${pick(little, n + 5)} ${two} (${pick(first, n)}’s Song)`
  }
  const artists = Array.from({ length: 200 }, (_, n) => ({
    name: `${pick(first, n)} ${pick(last, Math.floor(n / 10) + 3 * n)}`,
  }))
  const albums = artists.flatMap((_, artist) =>
    [0, 1, 2].map(n => ({ title: title(10_007 + artist * 3 + n), artist })),
  )
  const tracks = albums.flatMap((_, album) => [0, 1, 2, 3].map(n => ({ title: title(album * 4 + n), album })))
  return { artists, albums, tracks }
}
