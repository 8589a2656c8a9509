import { defineTexts } from '../texts.ts'

export const connectionTexts = defineTexts('connection', {
  offline: 'You’re offline',
  unreachable: 'Can’t reach the server',
  tryAgain: 'Try again',
  loadsByItself:
    'This page needs the server, which can’t be reached right now. It opens by itself as soon as that is back.',
  notSaved: 'That was not saved. Please try again.',
  notSavedOffline: 'That was not saved: the server can’t be reached.',
  details: 'Details',
})
