/** Whether Cmd takes the place of Ctrl. */
export const isApple = () => /^(Mac|iP)/.test(navigator.platform)
