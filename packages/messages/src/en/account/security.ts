import { defineTexts } from '../../texts.ts'

/** Of what My Account says about signing in. */
export const securityTexts = defineTexts('security', {
  confirmTitle: 'Is it you?',
  confirmText: 'Enter your password to continue.',
  continue: 'Continue',
  logInAgainText: 'Your last login is too long ago. Log in again, then repeat this.',
  logInAgain: 'Log in again',
  email: 'Email address',
  emailVerified: '{email} is confirmed.',
  emailUnverified: '{email} is not confirmed yet. Until it is, no news is sent there.',
  confirmFirst: 'Emails begin once you have confirmed your address under Account.',
  sendVerification: 'Send the link again',
  verificationSent: 'Sent. Open the link in the email.',
  newEmail: 'New email address',
  changeEmail: 'Change email address',
  linkSentTo: 'Open the link that was sent to {email} to finish.',
  sessions: "Where you're logged in",
  sessionsText: 'Log out a device that you no longer use or do not recognise.',
  browserOn: '{browser} on {system}',
  unknownDevice: 'Unknown device',
  thisDevice: 'This device',
  lastUsed: 'Last used {time}',
  logOut: 'Log out',
  logOutOthers: 'Log out everywhere else',
})
