import { pad } from './pad-synth.ts'
import type { PadSpec } from './pad-table.ts'

/** Formant: level around a centre frequency, `width` in octaves. */
const hump = (frequency: number, centre: number, width: number) =>
  Math.exp(-((Math.log2(frequency / centre) / width) ** 2))

const warm: PadSpec = {
  name: 'warm',
  cents: 34,
  growth: 0.9,
  partial: (n, f) => 1 / n ** 1.25 / (1 + (f / 1500) ** 2),
}
const air: PadSpec = {
  name: 'air',
  cents: 48,
  growth: 0.8,
  partial: (n, f) => (n === 1 ? 1 : (n % 2 ? 0.5 : 0.3) / n) * (0.3 + hump(f, 900, 1.4)) * 0.8,
}
const strings: PadSpec = {
  name: 'strings',
  cents: 26,
  growth: 0.95,
  partial: (n, f) =>
    ((1 + 0.4 * Math.sin(n * 2.3)) / n) * (0.22 + hump(f, 520, 1.2) + 0.45 * hump(f, 2600, 0.7)),
}
const choir: PadSpec = {
  name: 'choir',
  cents: 30,
  growth: 0.9,
  partial: (n, f) =>
    (hump(f, 520, 0.55) + 0.5 * hump(f, 1050, 0.35) + 0.16 * hump(f, 2700, 0.35) + 0.05) / n ** 0.35,
}
const glass: PadSpec = {
  name: 'glass',
  cents: 14,
  growth: 0.7,
  partial: n => ({ 1: 1, 2: 0.32, 3: 0.4, 5: 0.18, 7: 0.1, 9: 0.06, 12: 0.05 })[n] ?? 0,
}
const organ: PadSpec = {
  name: 'organ',
  cents: 7,
  growth: 0.6,
  partial: n => ({ 1: 1, 2: 0.7, 3: 0.42, 4: 0.36, 6: 0.16, 8: 0.18 })[n] ?? 0,
}
const saws: PadSpec = {
  name: 'saws',
  cents: 30,
  growth: 1,
  partial: (n, f) => (1 / n) * (0.25 + 1 / (1 + (f / 2600) ** 2)),
}
const drone: PadSpec = {
  name: 'drone',
  cents: 18,
  growth: 0.8,
  partial: (n, f) => (1 / n ** 1.6) * (1 + 0.5 * Math.sin(n * 1.3 + f / 300)),
}

export const warmPad = (attack = 1.4, release = 2.2) => pad(warm, attack, release)
export const airPad = (attack = 1.8, release = 3) => pad(air, attack, release)
export const stringPad = (attack = 0.5, release = 0.9) => pad(strings, attack, release)
export const choirPad = (attack = 0.9, release = 1.6) => pad(choir, attack, release)
export const glassPad = (attack = 0.8, release = 2.5) => pad(glass, attack, release)
export const organPad = (attack = 0.02, release = 0.08) => pad(organ, attack, release, 0.5)
export const sawPad = (attack = 0.05, release = 0.4) => pad(saws, attack, release)
export const dronePad = (attack = 3, release = 4) => pad(drone, attack, release, 0.5)
