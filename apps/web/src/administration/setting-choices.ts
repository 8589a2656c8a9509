import type { GuestMode, SignUpMode, WatchMode } from '@refrain/contract/administration/settings'
import { administrationTexts } from '@refrain/messages/en/administration'

/** The values of settings with their labels. Texts are read within functions, after the language has been loaded. */
export const signUpOptions = () =>
  [
    ['open', administrationTexts.signUpOpen],
    ['invitation', administrationTexts.signUpInvitation],
    ['closed', administrationTexts.signUpClosed],
  ] satisfies [SignUpMode, string][]

export const guestOptions = () =>
  [
    ['listen', administrationTexts.guestsListen],
    ['off', administrationTexts.guestsOff],
  ] satisfies [GuestMode, string][]

export const watchOptions = () =>
  [
    ['off', administrationTexts.watchOff],
    ['on', administrationTexts.watchOn],
  ] satisfies [WatchMode, string][]
