import type { GenreColours } from '../../catalogue/genre-writer.ts'
import { clampColour } from '../../media/pictures/picture-colours.ts'

/** Background and accent; every background is dark enough for white text. */
const PALETTE: readonly (readonly [ground: string, accent: string])[] = [
  ['#8c1d40', '#ff9db8'],
  ['#0f5c7a', '#8fd8f2'],
  ['#5a3e9b', '#cbb8ff'],
  ['#1e6b45', '#9be3bd'],
  ['#9a4a14', '#ffc89a'],
  ['#3b4a6b', '#b9c9ee'],
  ['#7a2e7a', '#f0b3f0'],
  ['#2a6f6b', '#96e2dc'],
  ['#7d5a12', '#f3d68a'],
  ['#a0322c', '#ffb3ad'],
  ['#2f5aa8', '#a9c8ff'],
  ['#556022', '#d6e39a'],
  ['#6b3f2c', '#e8bfa8'],
  ['#8a2f5f', '#ffafd6'],
  ['#35557a', '#b0d2f7'],
  ['#4d4d57', '#d2d2de'],
]

/** Colours of the genre at a position, from 1; adjacent genres differ. */
export function genreColours(position: number): GenreColours {
  const [ground, accent] = PALETTE[(position - 1) % PALETTE.length]!
  return { color: accent, bg_color: clampColour(ground) }
}
