import { defineTexts } from '../../texts.ts'

export const emailTexts = defineTexts('emails', {
  emailChangedSubject: 'Your email address was changed',
  emailChanged: 'Your account at {product} has another email address since {time} UTC.',
  lastEmailThere: 'This is the last email from {product} to this address.',
  resetSubject: 'Choose a new password',
  resetText:
    'Somebody asked for a new password for your account. The link works once, for {minutes} minutes. It logs out all your devices.',
  resetButton: 'Choose a new password',
  resetNotYou: 'If that was not you, do nothing: your password stays as it is.',
  verifySubject: 'Confirm your email address',
  verifyText: 'Confirm that this address is yours, so that {product} may send you email.',
  verifyChange: 'Confirm that this address is yours, and it becomes that of your account at {product}.',
  verifyButton: 'Confirm email address',
  verifyNotYou:
    'If you do not know what this is about, do nothing: somebody may have mistyped their address.',
  secondFactorOnSubject: 'Your logins ask for a code now',
  secondFactorOn:
    'Since {time} UTC, logins with your password also ask for a code of your authenticator app.',
  secondFactorOffSubject: 'Your logins ask for no code any more',
  secondFactorOff: 'Since {time} UTC, your password is enough to log in.',
  passkeyAddedSubject: 'A passkey was added to your account',
  passkeyAdded: 'Since {time} UTC, the passkey “{name}” logs in to your account.',
  passkeyRemovedSubject: 'A passkey was removed from your account',
  passkeyRemoved: 'Since {time} UTC, the passkey “{name}” no longer logs in to your account.',
  passkeyNotYou:
    'If that was you, all is well. If not, choose a new password with “Forgot your password?” at once: that removes all passkeys and logs out all your devices.',
  deletedSubject: 'Your account was deleted',
  deletedText:
    'Your account at {product} is gone, with your playlists, liked songs, followed artists and pictures.',
  thankYou: 'Thank you for listening.',
  lastEmail: 'This is the last email from {product}; we do not store your address.',
  newAlbum: 'A new album',
  newAlbums: '{count} new albums',
  newAlbumText: 'There is a new album by an artist you follow.',
  newAlbumsText: 'There are new albums by artists you follow.',
  andMore: 'And {count} more.',
  listen: 'Listen',
  newAlbumBy: 'New album by {artist}: {title}',
  newAlbumsByOne: '{count} new albums by {artist}',
  newAlbumsByTwo: 'New albums by {artist} and {other}',
  newAlbumsByMany: 'New albums by {artist} and {count} other artists',
  switchOffAnnouncements: 'Switch these emails off: {address}',
  passwordSetSubject: 'Your account has a password now',
  passwordChangedSubject: 'Your password was changed',
  passwordSet: 'A password was set for your account on {time} UTC. All your other devices were logged out.',
  passwordChanged:
    'The password of your account was changed on {time} UTC. All your other devices were logged out.',
  passwordChangedAgain:
    'The password of your account was changed again, once or more, on {time} UTC. All your other devices were logged out.',
  passwordNotYou: 'If that was you, all is well. If not, tell whoever runs this service at once.',
  myAccount: 'My Account',
  testSubject: 'Email from {product}',
  testTitle: 'This is how it looks',
  testText: 'Emails about new albums by artists you follow reach you here, once a day at most.',
  open: 'Open {product}',
  welcome: 'Welcome to {product}',
  welcomeReady:
    'Your account is ready. The artists you follow, the songs you like and your playlists are there on every device you log in on.',
  welcomeNews:
    'To hear about new albums, switch on emails or notifications in My Account. Both are off until you do.',
  welcomeNotYou:
    'Did you not sign up? Somebody may have mistyped their address. The last link below stops all emails to yours.',
  accountFooter: '{product} sends this about your account.',
  mailSettings: 'Mail settings',
  notMe: 'This was not me, stop all mail to this address',
  newsFooter: 'You get this because you switched on “Emails about artists and music”.',
  switchOff: 'Switch it off',
  hello: 'Hello {name},',
  helloUnnamed: 'Hello,',
})
