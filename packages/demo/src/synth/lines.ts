import { voice } from './voice.ts'

const still = { decay: 0.2, sustain: 0.85, level: 0.5 }

/** Wind and bowed instruments. */
export const flute = () =>
  voice({
    ...still,
    wave: 'hollow',
    breath: 0.09,
    attack: 0.06,
    release: 0.14,
    cutoff: 2100,
    track: 0.7,
    vibrato: { cents: 14, speed: 5.1, delay: 0.25 },
    scoop: { semitones: -0.35, seconds: 0.07 },
  })
export const whistle = () =>
  voice({
    ...still,
    wave: 'triangle',
    breath: 0.05,
    attack: 0.025,
    release: 0.07,
    cutoff: 5200,
    track: 0.4,
    vibrato: { cents: 9, speed: 5.8, delay: 0.3 },
    scoop: { semitones: 0.5, seconds: 0.03 },
    level: 0.42,
  })
export const clarinet = () =>
  voice({
    ...still,
    wave: 'square',
    breath: 0.02,
    attack: 0.05,
    release: 0.1,
    cutoff: 1500,
    track: 0.6,
    sweep: 0.5,
    sweepAttack: 0.12,
    sweepDecay: 3,
    vibrato: { cents: 7, speed: 4.8, delay: 0.4 },
    level: 0.36,
  })
export const melodica = () =>
  voice({
    ...still,
    wave: 'reed',
    second: { wave: 'reed', semitones: 0.07, level: 0.5 },
    attack: 0.04,
    release: 0.08,
    cutoff: 2500,
    track: 0.3,
    vibrato: { cents: 8, speed: 5.5, delay: 0.2 },
    level: 0.34,
  })
export const violin = () =>
  voice({
    ...still,
    wave: 'bowed',
    breath: 0.03,
    attack: 0.07,
    release: 0.16,
    cutoff: 3300,
    track: 0.4,
    sweep: 0.6,
    sweepAttack: 0.15,
    sweepDecay: 2.5,
    vibrato: { cents: 17, speed: 5.6, delay: 0.22 },
    level: 0.34,
  })
export const viola = () =>
  voice({
    ...still,
    wave: 'bowed',
    breath: 0.03,
    attack: 0.08,
    release: 0.18,
    cutoff: 2300,
    track: 0.4,
    sweep: 0.5,
    sweepAttack: 0.16,
    sweepDecay: 2.5,
    vibrato: { cents: 15, speed: 5.2, delay: 0.25 },
    level: 0.36,
  })
export const cello = () =>
  voice({
    ...still,
    wave: 'bowed',
    breath: 0.03,
    attack: 0.07,
    release: 0.2,
    cutoff: 1500,
    track: 0.5,
    sweep: 0.6,
    sweepAttack: 0.14,
    sweepDecay: 2.5,
    vibrato: { cents: 13, speed: 4.9, delay: 0.3 },
    level: 0.46,
  })
export const fiddle = () =>
  voice({
    ...still,
    wave: 'bowed',
    breath: 0.05,
    attack: 0.03,
    release: 0.06,
    cutoff: 3900,
    track: 0.3,
    vibrato: { cents: 10, speed: 6, delay: 0.2 },
    scoop: { semitones: -0.6, seconds: 0.05 },
    level: 0.32,
  })

/** Basses. */
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

/** Synthesisers. */
export const sawLead = () =>
  voice({
    ...still,
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
    ...still,
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
    ...still,
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
