import { voice } from './voice.ts'

export const roundBass = () =>
  voice({
    wave: 'triangle',
    second: { wave: 'saw', semitones: 0, level: 0.35 },
    sub: 0.15,
    attack: 0.006,
    decay: 0.35,
    sustain: 0.55,
    release: 0.07,
    cutoff: 320,
    track: 0.5,
    sweep: 2.2,
    sweepDecay: 0.22,
    resonance: 0.25,
    level: 0.6,
  })

export const sawBass = () =>
  voice({
    wave: 'saw',
    second: { wave: 'saw', semitones: 0.08, level: 0.8 },
    sub: 0.2,
    attack: 0.004,
    decay: 0.25,
    sustain: 0.5,
    release: 0.06,
    cutoff: 380,
    track: 0.4,
    sweep: 2.4,
    sweepDecay: 0.16,
    resonance: 0.35,
    drive: 0.3,
    level: 0.42,
  })

export const deepBass = () =>
  voice({
    wave: 'sine',
    second: { wave: 'triangle', semitones: 12, level: 0.16 },
    attack: 0.008,
    decay: 0.6,
    sustain: 0.7,
    release: 0.09,
    cutoff: 700,
    drive: 0.35,
    level: 0.72,
  })

export const reeseBass = () =>
  voice({
    wave: 'saw',
    second: { wave: 'saw', semitones: 0.24, level: 1 },
    sub: 0.7,
    attack: 0.02,
    decay: 0.5,
    sustain: 0.85,
    release: 0.12,
    cutoff: 420,
    sweep: 1.3,
    sweepAttack: 0.35,
    sweepDecay: 0.9,
    resonance: 0.3,
    drive: 0.5,
    level: 0.34,
  })

export const rockBass = () =>
  voice({
    wave: 'saw',
    second: { wave: 'square', semitones: 0, level: 0.3 },
    sub: 0.05,
    attack: 0.005,
    decay: 0.6,
    sustain: 0.6,
    release: 0.08,
    cutoff: 520,
    track: 0.4,
    sweep: 1.6,
    sweepDecay: 0.2,
    drive: 0.6,
    level: 0.4,
  })
