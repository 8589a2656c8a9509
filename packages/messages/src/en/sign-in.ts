import { defineTexts } from '../texts.ts'

export const signInTexts = defineTexts('signIn', {
  signUpClosed: 'New accounts cannot be created here.',
  invitationNeeded: 'You need an invitation to create an account here. Open the link that you were sent.',
  continueWithGoogle: 'Continue with Google',
  failed: 'Some error occurred! Please try again',
  password: 'Password',
  signInFirst: 'Please Login or Signup',
  signInToUse: 'To access this feature, please log in or sign up.',
  login: 'Login',
  signup: 'Signup',
  noAccountYet: 'No account yet?',
  email: 'Email',
  or: 'or',
  haveAnAccountAlready: 'Have an account already?',
  name: 'Name',
  currentPassword: 'Current password',
  newPassword: 'New password',
  showPassword: 'Show password',
  showCurrentPassword: 'Show current password',
  showNewPassword: 'Show new password',
})
