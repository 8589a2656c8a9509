import { defineTexts } from '../texts.ts'

export const notificationsTexts = defineTexts('notifications', {
  emails: 'Emails about artists and music',
  emailsText: 'New albums by artists you follow, once a day at most.',
  push: 'Push notifications from artists',
  pushText: 'When an artist you follow has a new album.',
  unsupported: "This browser doesn't support notifications.",
  allow: 'Allow in this browser',
  blocked: 'Notifications are blocked in this browser. Allow them in its settings.',
  notifications: 'Notifications',
})
