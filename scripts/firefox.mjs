import { existsSync } from 'node:fs'
import { findProgram } from './find-program.mjs'

const NAMES = ['firefox-esr', 'firefox']
const MAC = '/Applications/Firefox.app/Contents/MacOS/firefox'
/** The audio server whose null sink Firefox plays to, and the program that records it. */
const SOUND_PROGRAMS = ['pulseaudio', 'parec']

/** Shown if the journeys cannot run in Firefox. */
export const FIREFOX_ADVICE =
  'The journeys need Firefox and PulseAudio: install them (Debian: apt-get install firefox-esr pulseaudio pulseaudio-utils). FIREFOX may hold the path of the browser.'

/** Path of the browser: FIREFOX, or one found in PATH, or undefined. */
export function findFirefox(env = process.env) {
  return [env.FIREFOX, findProgram(NAMES, env), MAC].find(path => path && existsSync(path))
}

/** Whether Firefox and its audio can be tested on this machine. */
export function canTestFirefox(env = process.env) {
  return findFirefox(env) !== undefined && SOUND_PROGRAMS.every(name => findProgram([name], env))
}
