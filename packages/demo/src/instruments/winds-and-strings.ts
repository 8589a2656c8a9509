import { SUSTAINED, voice } from './voice.ts'

export const flute = () =>
  voice({
    ...SUSTAINED,
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
    ...SUSTAINED,
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
    ...SUSTAINED,
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
    ...SUSTAINED,
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
    ...SUSTAINED,
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
    ...SUSTAINED,
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
    ...SUSTAINED,
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
    ...SUSTAINED,
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
