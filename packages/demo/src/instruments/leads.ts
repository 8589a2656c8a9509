import { SUSTAINED, voice } from './voice.ts'

export const sawLead = () =>
  voice({
    ...SUSTAINED,
    wave: 'saw',
    second: { wave: 'saw', semitones: 0.11, level: 0.9 },
    attack: 0.02,
    release: 0.18,
    cutoff: 2300,
    track: 0.5,
    sweep: 0.9,
    sweepDecay: 0.7,
    resonance: 0.2,
    vibrato: { cents: 16, speed: 5.4, delay: 0.3 },
    scoop: { semitones: -0.8, seconds: 0.06 },
    level: 0.26,
  })

export const pulseLead = () =>
  voice({
    ...SUSTAINED,
    wave: 'pulse',
    second: { wave: 'pulse', semitones: -0.09, level: 0.8 },
    attack: 0.01,
    release: 0.12,
    cutoff: 2800,
    track: 0.4,
    sweep: 0.6,
    sweepDecay: 0.4,
    vibrato: { cents: 12, speed: 5.8, delay: 0.25 },
    level: 0.28,
  })

export const softLead = () =>
  voice({
    ...SUSTAINED,
    wave: 'hollow',
    second: { wave: 'triangle', semitones: 0.05, level: 0.5 },
    attack: 0.03,
    release: 0.3,
    cutoff: 1900,
    track: 0.5,
    vibrato: { cents: 11, speed: 4.9, delay: 0.3 },
    scoop: { semitones: -0.5, seconds: 0.08 },
    level: 0.4,
  })

export const pluckSynth = () =>
  voice({
    wave: 'saw',
    second: { wave: 'pulse', semitones: 0.06, level: 0.7 },
    attack: 0.002,
    decay: 0.26,
    sustain: 0.08,
    release: 0.12,
    cutoff: 620,
    track: 0.6,
    sweep: 2.6,
    sweepDecay: 0.14,
    resonance: 0.35,
    level: 0.34,
  })

export const sequencer = () =>
  voice({
    wave: 'saw',
    second: { wave: 'square', semitones: -11.95, level: 0.4 },
    attack: 0.003,
    decay: 0.2,
    sustain: 0.12,
    release: 0.1,
    cutoff: 500,
    track: 0.7,
    sweep: 2.8,
    sweepDecay: 0.17,
    resonance: 0.5,
    level: 0.34,
  })

export const stab = () =>
  voice({
    wave: 'saw',
    second: { wave: 'saw', semitones: 0.1, level: 0.9 },
    attack: 0.003,
    decay: 0.3,
    sustain: 0.25,
    release: 0.1,
    cutoff: 800,
    track: 0.3,
    sweep: 2,
    sweepDecay: 0.18,
    resonance: 0.25,
    level: 0.2,
  })
