import { defineTexts } from '../texts.ts'

export const connectionTexts = defineTexts('connection', {
  offline: 'You’re offline',
  unreachable: 'Can’t reach the server',
  tryAgain: 'Try again',
  loadsByItself:
    'This page needs the server, which can’t be reached right now. It opens by itself as soon as that is back.',
  details: 'Details',
})
