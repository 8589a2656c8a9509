import type { Instrument } from '../compose/score.ts'
import { addToBus, panGains, SAMPLE_RATE } from '../mixing/bus.ts'
import { createRandom, hashSeed, type Random } from '../random.ts'
import { cymbal, noiseHit, sweepHit } from './drum-hits.ts'

/** `pitch` of a note for each drum. */
export const DRUM = {
  kick: 0,
  snare: 1,
  clap: 2,
  hat: 3,
  openHat: 4,
  ride: 5,
  rim: 6,
  shaker: 7,
  tomHigh: 8,
  tomLow: 9,
  crash: 10,
  brush: 11,
  conga: 12,
  tambourine: 13,
} as const

export type KitName = 'house' | 'machine' | 'dusty' | 'jazz' | 'rock' | 'dub' | 'breaks' | 'hand'

type Make = (random: Random) => Float32Array

const shared: Record<number, Make> = {
  [DRUM.clap]: random => noiseHit(random, { seconds: 0.26, band: 1500, width: 1.1, bursts: 4, level: 0.62 }),
  [DRUM.hat]: random => cymbal(random, { seconds: 0.055, high: 8200, metal: 0.4, level: 0.3 }),
  [DRUM.openHat]: random => cymbal(random, { seconds: 0.34, high: 7600, metal: 0.45, level: 0.27 }),
  [DRUM.ride]: random => cymbal(random, { seconds: 1.5, high: 3800, metal: 0.85, level: 0.2 }),
  [DRUM.rim]: random =>
    sweepHit(random, { from: 1900, to: 1680, fall: 0.01, seconds: 0.05, click: 0.5, level: 0.5 }),
  [DRUM.shaker]: random =>
    noiseHit(random, { seconds: 0.075, band: 6800, width: 1.4, attack: 0.018, level: 0.3 }),
  [DRUM.tomHigh]: random =>
    sweepHit(random, { from: 230, to: 150, fall: 0.05, seconds: 0.4, click: 0.15, level: 0.75 }),
  [DRUM.tomLow]: random =>
    sweepHit(random, { from: 150, to: 88, fall: 0.06, seconds: 0.55, click: 0.15, level: 0.85 }),
  [DRUM.crash]: random => cymbal(random, { seconds: 2.4, high: 3000, metal: 0.35, level: 0.36 }),
  [DRUM.brush]: random =>
    noiseHit(random, { seconds: 0.24, band: 3000, width: 1.9, attack: 0.07, level: 0.2 }),
  [DRUM.conga]: random =>
    sweepHit(random, { from: 330, to: 272, fall: 0.03, seconds: 0.24, click: 0.2, level: 0.55 }),
  [DRUM.tambourine]: random => cymbal(random, { seconds: 0.14, high: 6200, metal: 0.7, level: 0.26 }),
}

const kits: Record<KitName, Record<number, Make>> = {
  house: {
    [DRUM.kick]: random =>
      sweepHit(random, { from: 230, to: 49, fall: 0.028, seconds: 0.34, click: 0.22, level: 1.05 }),
    [DRUM.snare]: random => noiseHit(random, { seconds: 0.2, band: 2200, width: 1.6, tone: 190, level: 0.6 }),
  },
  machine: {
    [DRUM.kick]: random =>
      sweepHit(random, { from: 260, to: 46, fall: 0.034, seconds: 0.42, click: 0.35, level: 1.05 }),
    [DRUM.snare]: random =>
      noiseHit(random, { seconds: 0.42, band: 1800, width: 1.7, tone: 175, level: 0.95 }),
  },
  dusty: {
    [DRUM.kick]: random =>
      sweepHit(random, { from: 150, to: 54, fall: 0.03, seconds: 0.24, click: 0.12, level: 1 }),
    [DRUM.snare]: random =>
      noiseHit(random, { seconds: 0.17, band: 1500, width: 1.5, tone: 205, level: 0.72 }),
    [DRUM.hat]: random => cymbal(random, { seconds: 0.045, high: 6400, metal: 0.25, level: 0.3 }),
  },
  jazz: {
    [DRUM.kick]: random =>
      sweepHit(random, { from: 110, to: 66, fall: 0.03, seconds: 0.26, click: 0.06, level: 0.6 }),
    [DRUM.snare]: random =>
      noiseHit(random, { seconds: 0.16, band: 2500, width: 1.9, tone: 215, level: 0.4 }),
    [DRUM.hat]: random => cymbal(random, { seconds: 0.07, high: 7000, metal: 0.5, level: 0.24 }),
  },
  rock: {
    [DRUM.kick]: random =>
      sweepHit(random, { from: 190, to: 58, fall: 0.022, seconds: 0.28, click: 0.5, level: 1.05 }),
    [DRUM.snare]: random => noiseHit(random, { seconds: 0.3, band: 1900, width: 1.8, tone: 198, level: 1 }),
  },
  dub: {
    [DRUM.kick]: random =>
      sweepHit(random, { from: 120, to: 52, fall: 0.035, seconds: 0.3, click: 0.1, level: 1.05 }),
    [DRUM.snare]: random =>
      noiseHit(random, { seconds: 0.15, band: 2400, width: 1.6, tone: 265, level: 0.72 }),
  },
  breaks: {
    [DRUM.kick]: random =>
      sweepHit(random, { from: 200, to: 60, fall: 0.02, seconds: 0.2, click: 0.4, level: 1.05 }),
    [DRUM.snare]: random =>
      noiseHit(random, { seconds: 0.2, band: 2300, width: 1.9, tone: 232, level: 0.95 }),
    [DRUM.hat]: random => cymbal(random, { seconds: 0.05, high: 7600, metal: 0.5, level: 0.33 }),
  },
  hand: {
    [DRUM.kick]: random =>
      sweepHit(random, { from: 120, to: 74, fall: 0.03, seconds: 0.3, click: 0.1, level: 0.8 }),
    [DRUM.snare]: random =>
      noiseHit(random, { seconds: 0.12, band: 3200, width: 1.8, tone: 300, level: 0.35 }),
  },
}

/** Pan of each drum, -1 left to 1 right, from the audience's perspective. */
const places: Record<number, number> = {
  [DRUM.hat]: -0.32,
  [DRUM.openHat]: -0.32,
  [DRUM.ride]: 0.38,
  [DRUM.rim]: 0.16,
  [DRUM.shaker]: 0.45,
  [DRUM.tomHigh]: -0.28,
  [DRUM.tomLow]: 0.34,
  [DRUM.crash]: 0.3,
  [DRUM.brush]: 0.14,
  [DRUM.conga]: -0.4,
  [DRUM.tambourine]: 0.4,
  [DRUM.clap]: 0.05,
}

/** A drum kit; each drum has three slightly different hits, chosen pseudo-randomly. */
export function drums(kit: KitName): Instrument {
  const made = new Map<string, Float32Array>()
  return (bus, note) => {
    const turn = hashSeed(`${Math.round(note.at * 500)}`) % 3
    const key = `${kit} ${note.pitch} ${turn}`
    let sound = made.get(key)
    if (!sound) {
      const make = kits[kit][note.pitch] ?? shared[note.pitch]!
      sound = make(createRandom(key))
      made.set(key, sound)
    }
    const [left, right] = panGains((places[note.pitch] ?? 0) + (note.pan ?? 0), note.velocity ** 1.5)
    addToBus(bus, sound, Math.round(note.at * SAMPLE_RATE), sound.length, 0, left, right)
  }
}
