/** Screens that links in emails open. The token follows in the fragment, which no server logs. */
export const RESET_PASSWORD_PATH = '/reset-password'
export const VERIFY_EMAIL_PATH = '/verify-email'
