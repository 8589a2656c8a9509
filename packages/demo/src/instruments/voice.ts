import type { Instrument } from '../compose/score.ts'
import { addToBus, panGains, SAMPLE_RATE } from '../mixing/bus.ts'
import { hashSeed, NOISE_LENGTH, whiteNoise } from '../random.ts'
import { WAVE_LENGTH, type WaveName, wavetable } from './wavetable.ts'

/** A subtractive synthesiser voice: two oscillators, sub, noise, resonant low-pass with envelope, vibrato. */
export interface VoicePatch {
  wave: WaveName
  /** Second oscillator. */
  second?: { wave: WaveName; semitones: number; level: number }
  /** Level of a sine an octave below. */
  sub?: number
  /** Level of noise that follows the envelope. */
  breath?: number
  attack: number
  decay: number
  sustain: number
  release: number
  /** Base cutoff in Hz; moves by `track` octaves per octave of pitch above middle C. */
  cutoff: number
  track?: number
  /** Depth of the filter envelope in octaves; its decay and attack in seconds. */
  sweep?: number
  sweepDecay?: number
  sweepAttack?: number
  resonance?: number
  /** Depth in cents, speed in Hz and onset in seconds. */
  vibrato?: { cents: number; speed: number; delay: number }
  /** Pitch slide at the start of a note. */
  scoop?: { semitones: number; seconds: number }
  drive?: number
  level: number
}

/** Envelope and level of a sustained instrument. */
export const SUSTAINED = { decay: 0.2, sustain: 0.85, level: 0.5 }

let scratch = new Float32Array(SAMPLE_RATE)
/** Samples between two updates of filter and vibrato. */
const STEP = 16

/** An instrument that plays each note independently. */
export function voice(patch: VoicePatch): Instrument {
  return (bus, note) => {
    const hold = Math.round(note.length * SAMPLE_RATE)
    const total = hold + Math.round(patch.release * SAMPLE_RATE)
    if (scratch.length < total) scratch = new Float32Array(total)
    const luck = hashSeed(`${Math.round(note.at * 1000)} ${note.pitch}`)
    renderVoice(patch, scratch, hold, total, note.pitch, note.velocity, luck / 2 ** 32, luck % NOISE_LENGTH)
    const [left, right] = panGains(note.pan ?? 0, patch.level * (0.25 + 0.75 * note.velocity))
    const sound = scratch.length === total ? scratch : scratch.subarray(0, total)
    addToBus(bus, sound, Math.round(note.at * SAMPLE_RATE), total, 0, left, right)
  }
}

function renderVoice(
  patch: VoicePatch,
  out: Float32Array,
  hold: number,
  total: number,
  pitch: number,
  velocity: number,
  startPhase: number,
  noiseOffset: number,
): void {
  const frequency = 440 * 2 ** ((pitch - 69) / 12)
  const first = wavetable(patch.wave, frequency * 1.06)
  const secondLevel = patch.second?.level ?? 0
  const second = wavetable(
    patch.second?.wave ?? 'sine',
    frequency * 2 ** ((patch.second?.semitones ?? 0) / 12),
  )
  const secondRatio = 2 ** ((patch.second?.semitones ?? 0) / 12)
  const sine = wavetable('sine', 20)
  const sub = patch.sub ?? 0
  const breath = patch.breath ?? 0
  const noise = whiteNoise()
  const drive = patch.drive ?? 0
  const attack = Math.max(24, patch.attack * SAMPLE_RATE)
  const decayStep = Math.exp(-1 / (Math.max(0.01, patch.decay / 3) * SAMPLE_RATE))
  const release = Math.max(48, total - hold)
  const base = patch.cutoff * 2 ** ((patch.track ?? 0) * ((pitch - 60) / 12))
  const sweep = (patch.sweep ?? 0) * (0.45 + 0.55 * velocity)
  const sweepDecay = Math.max(0.01, (patch.sweepDecay ?? 0.3) / 3)
  const sweepAttack = patch.sweepAttack ?? 0.001
  const damping = 2 - 1.85 * Math.min(1, patch.resonance ?? 0.1)
  const step = (frequency * WAVE_LENGTH) / SAMPLE_RATE
  let phase1 = startPhase * WAVE_LENGTH
  let phase2 = (startPhase * 0.37 + 0.31) * WAVE_LENGTH
  let phase3 = 0
  let inc = step
  let body = 1
  let low = 0
  let band = 0
  let g = 0
  let a1 = 0
  let a2 = 0
  let a3 = 0
  for (let i = 0; i < total; i++) {
    if (i % STEP === 0) {
      const time = i / SAMPLE_RATE
      let cents = 0
      if (patch.vibrato) {
        const grown = Math.min(1, Math.max(0, (time - patch.vibrato.delay) / 0.4))
        cents += patch.vibrato.cents * grown * Math.sin(2 * Math.PI * patch.vibrato.speed * time)
      }
      if (patch.scoop && time < patch.scoop.seconds) {
        const left = 1 - time / patch.scoop.seconds
        cents += patch.scoop.semitones * 100 * left * left
      }
      inc = step * (1 + cents * 0.000577789)
      const opened = time < sweepAttack ? time / sweepAttack : Math.exp(-(time - sweepAttack) / sweepDecay)
      g = Math.tan(Math.PI * Math.min(0.42, Math.max(30, base * 2 ** (sweep * opened)) / SAMPLE_RATE))
      a1 = 1 / (1 + g * (g + damping))
      a2 = g * a1
      a3 = g * a2
    }
    let envelope = i < attack ? i / attack : body
    if (i >= attack) body = patch.sustain + (body - patch.sustain) * decayStep
    if (i >= hold) {
      const fall = 1 - (i - hold) / release
      envelope *= fall * fall
    }
    const w1 = phase1 | 0
    const v1 = first[w1]!
    let value = v1 + (first[w1 + 1]! - v1) * (phase1 - w1)
    phase1 += inc
    if (phase1 >= WAVE_LENGTH) phase1 -= WAVE_LENGTH
    if (secondLevel > 0) {
      const w2 = phase2 | 0
      const v2 = second[w2]!
      value += (v2 + (second[w2 + 1]! - v2) * (phase2 - w2)) * secondLevel
      phase2 += inc * secondRatio
      if (phase2 >= WAVE_LENGTH) phase2 -= WAVE_LENGTH
    }
    if (breath > 0) value += noise[(i + noiseOffset) & (NOISE_LENGTH - 1)]! * breath
    const v3 = value - low
    const v1b = a1 * band + a2 * v3
    const v2b = low + a2 * band + a3 * v3
    band = 2 * v1b - band
    low = 2 * v2b - low
    value = v2b
    if (sub > 0) {
      const w3 = phase3 | 0
      value += sine[w3]! * sub
      phase3 += inc * 0.5
      if (phase3 >= WAVE_LENGTH) phase3 -= WAVE_LENGTH
    }
    value *= envelope
    if (drive > 0) {
      const hot = value * (1 + drive * 3)
      value = hot / (1 + Math.abs(hot) * 0.6)
    }
    out[i] = value
  }
}
