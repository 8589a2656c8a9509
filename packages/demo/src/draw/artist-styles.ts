import { bearCity, pavement, speakers, umbrellas, windows } from './covers/city.ts'
import { bauhaus, girih, lowPoly, moire, truchet } from './covers/geometric.ts'
import { ammonite, contours, cutouts, tiles, woven } from './covers/patterns.ts'
import { orchard, rose, willow } from './covers/plants.ts'
import { creatures, lanterns, rainPrint, wren } from './covers/scenes.ts'
import { beacon, current, harbour, paperNight, pearls } from './covers/sea.ts'
import { inkSnow, mist, orbits, vanishing } from './covers/sky.ts'
import type { CoverDesign } from './shapes.ts'

export interface ArtistStyle {
  cover: CoverDesign
  /** Design of all albums after the first, if different. */
  laterCover?: CoverDesign
  /** One palette per album, in the order of the catalogue. */
  palettes: readonly (readonly string[])[]
  /** Number of people in the artist's picture; 0 draws an emblem. */
  people: number
}

/** Cover design and colours of each artist. */
export const artistStyles: Record<string, ArtistStyle> = {
  'Perihelion Works': {
    cover: orbits,
    palettes: [['#0b1026', '#1f1b4d', '#e4572e', '#ffb35c', '#fff1d6']],
    people: 0,
  },
  'Kestrel Avenue': {
    cover: windows,
    palettes: [['#20233f', '#12142b', '#ffc145', '#ff6b6c', '#5b8cff', '#b8f2e6']],
    people: 2,
  },
  'The Casimir Bell Trio': {
    cover: bauhaus,
    palettes: [
      ['#f3ead6', '#12355b', '#d7263d', '#f2a541', '#1b1b1e', '#8fb8c9'],
      ['#efe3c8', '#2f4a36', '#e07a2f', '#f1c84c', '#231f20', '#a84448'],
    ],
    people: 3,
  },
  'Hollow Orchard': {
    cover: orchard,
    laterCover: wren,
    palettes: [
      ['#f0a36b', '#5a6b4a', '#2d5d6b', '#33221b', '#f7d9a0', '#c8432f', '#e9b44c'],
      ['#bcd7e0', '#7c8f7a', '#46707f', '#2b2a2e', '#fff4e0', '#e8eef0', '#d95d39'],
    ],
    people: 2,
  },
  'Neon Cartography': {
    cover: vanishing,
    laterCover: creatures,
    palettes: [
      ['#170b3b', '#5b1a8b', '#ff3d81', '#ffd23f', '#3df5ff'],
      ['#0d0a26', '#3df5a0', '#ff4fd8', '#ffe14d', '#4fc3ff'],
    ],
    people: 1,
  },
  午後三時: {
    cover: rainPrint,
    palettes: [['#fbf3e4', '#ff7f8e', '#6fa8d6', '#ffd166', '#2f3e6e']],
    people: 0,
  },
  'We Were Lighthouses': {
    cover: beacon,
    palettes: [['#15324a', '#1f6f7d', '#e8e2cf', '#ffcf5c', '#0a1a28']],
    people: 4,
  },
  'Saltmarsh Sound System': {
    cover: speakers,
    laterCover: harbour,
    palettes: [
      ['#f2b632', '#1f2a1f', '#c8321f', '#f7e6b0', '#2f7d3b'],
      ['#2fa39a', '#172033', '#f26b3a', '#f9e3a4', '#14515c'],
    ],
    people: 3,
  },
  'Quatuor Églantine': {
    cover: rose,
    palettes: [['#efe6d5', '#f28f9c', '#c2365b', '#4b6b4f', '#f0b429']],
    people: 4,
  },
  'Parallax Kin': { cover: moire, palettes: [['#f4f1ea', '#ff3b2f', '#1740ff', '#ffe14d']], people: 2 },
  'Clube da Maré': { cover: pavement, palettes: [['#f6efdf', '#1d1d24', '#ff7a2f', '#1f9d74']], people: 3 },
  Mirelune: { cover: mist, palettes: [['#14284f', '#3f6fa8', '#f29cab', '#ffe3c2']], people: 1 },
  'נוגה ים': {
    cover: paperNight,
    palettes: [['#1d2458', '#4f86c6', '#ffe08a', '#f2789f', '#fdf6ec']],
    people: 1,
  },
  'Pocket Umbrella': {
    cover: umbrellas,
    palettes: [['#4c5a73', '#ff6b5e', '#ffd166', '#06b79c', '#f4f1de', '#7c6ff0']],
    people: 0,
  },
  'Vector Seaside': {
    cover: lowPoly,
    palettes: [['#3b2a8c', '#e95fa5', '#ffb677', '#20c3d0', '#f7e3b5', '#f0bf85']],
    people: 2,
  },
  'نجوم الرمل': {
    cover: girih,
    palettes: [['#d9b382', '#1f7a8c', '#7a2e3a', '#f0c75e', '#0d2b45']],
    people: 0,
  },
  'Various Artists': {
    cover: lanterns,
    palettes: [['#141433', '#ff8c42', '#ffd25a', '#ff4f6d', '#4fd6c4', '#9c7bff']],
    people: 0,
  },
  'Großer Bär': {
    cover: bearCity,
    palettes: [['#10142e', '#3f51a3', '#1a2152', '#f25f5c', '#ffe066']],
    people: 0,
  },
  'Halden Vey': {
    cover: contours,
    palettes: [['#17363a', '#1f5b57', '#5c8d6a', '#c9c58a', '#f0e4c2', '#fffaf0']],
    people: 1,
  },
  'Iris Maddox': {
    cover: cutouts,
    palettes: [['#f8efe0', '#3d2c8d', '#ff8552', '#2a9d8f', '#f4c430', '#d64570']],
    people: 1,
  },
  'Ammonite Choir': {
    cover: ammonite,
    palettes: [['#8a8577', '#57534b', '#efe2c6', '#c46a3c', '#2a211c']],
    people: 5,
  },
  'Tomasz Wierzba': {
    cover: willow,
    palettes: [['#5b3a3f', '#f5d491', '#89b6c4', '#f6f0e4', '#4f7f4b']],
    people: 1,
  },
  'Ultramarine Drift': {
    cover: current,
    palettes: [['#050f3c', '#1238c9', '#2f7bff', '#67d4f1', '#f4fbff', '#ff9f5a']],
    people: 0,
  },
  'Brónach Tern': {
    cover: woven,
    palettes: [['#233142', '#2f6f73', '#7fb3a3', '#e3c16f', '#b5452c', '#efe6d0']],
    people: 1,
  },
  'Dr. Ferro': {
    cover: truchet,
    palettes: [['#f0dcb8', '#a63d1f', '#d9742b', '#1f5f66', '#3a1f1a', '#e9a94f']],
    people: 1,
  },
  雪の音: { cover: inkSnow, palettes: [['#eef0ee', '#16181d', '#d8432f', '#8fa3ad']], people: 0 },
  'Marisol Quintero y los Relojes': {
    cover: tiles,
    palettes: [['#fbf7ec', '#17408b', '#6fa8dc', '#f2b134', '#d1495b']],
    people: 4,
  },
  'Ondine Club': {
    cover: pearls,
    palettes: [['#04293a', '#0e7c86', '#7fe0cf', '#fdf0e6', '#f2a7a0']],
    people: 3,
  },
}
