import { defineTexts } from '../../texts.ts'

/** The page behind the links at the end of emails. */
export const mailSettingsTexts = defineTexts('mailSettings', {
  heading: 'Mail settings',
  newsAre: 'Emails about artists and music are {state}.',
  on: 'on',
  off: 'off',
  newsOnText: 'You get a mail when artists you follow have new albums, at most one a day.',
  newsOffText:
    'You get no mail about new albums. Mail about your account itself still reaches you. You can switch them on again in My Account.',
  switchOff: 'Switch them off',
  openMyAccount: 'Open My Account',
  mailIs: 'Mail to this address is {state}.',
  stopped: 'stopped',
  stoppedText:
    '{product} sends nothing to it any more, whoever signs up with it. Only warnings and links for a new password still arrive, if the address was confirmed for an account.',
  allowAgain: 'Allow mail again',
  signedUp: 'Somebody signed up with this address.',
  signedUpText: 'If it was not you, stop all mail from {product} to it. You can allow it again here.',
  expired: 'This link has expired.',
  expiredText:
    'Links in emails work for half a year. Open the one in a newer email, or change your mail settings in My Account.',
  open: 'Open {product}',
  stopAll: 'This was not me: stop all mail',
})
