export const setupWords = {
  title: 'Set up Bureau',
  intro: 'Nobody manages this installation yet. You become its operator.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail address',
  emailHelp: 'You log in with it.',
  password: 'Password',
  passwordHelp: 'At least 8 characters.',
  create: 'Create operator',
  brokenLink: ['This link does not work. Run ', 'bureau setup-link', ' for a new one.'],
  closed: {
    title: 'Bureau is set up',
    sentence: 'This installation has an operator. Log in, or ask them for an account.',
    logIn: 'Log in',
  },
  checks: {
    title: 'Check this installation',
    intro:
      'What others need to reach Bureau. Change the settings in the environment, then start Bureau again.',
    operatorsOnly: 'Only operators can check the installation. Log in as one.',
    continue: 'Continue',
    running: 'Checking',
    fine: 'Fine',
    look: 'Look at this',
    address: {
      name: 'Address',
      fine: (url: string) => `Links lead to ${url}, where you are.`,
      look: (here: string, url: string) =>
        `You are at ${here}, but links lead to ${url}. Set BUREAU_FILES_URL to the address that people open.`,
    },
    https: {
      name: 'Encryption',
      fine: 'The connection uses https.',
      local:
        'This is your own machine, which needs no https. Before others log in, set BUREAU_FILES_URL to an https address.',
      look: 'The connection is not encrypted: passwords can be read on the way. Set BUREAU_TLS_CERT, or put a proxy with https in front and set BUREAU_FILES_URL.',
    },
    events: {
      name: 'Live updates',
      fine: 'Events arrive at once.',
      look: 'Events do not arrive at once: something on the way holds them back. Set proxy_buffering off in the proxy for /console/v1/events.',
    },
    upload: {
      name: 'Uploads',
      fine: 'A chunk of 16 MB arrives.',
      look: 'A chunk of 16 MB does not arrive. Allow such bodies in the proxy: client_max_body_size 16m in nginx.',
    },
    mail: {
      name: 'Mail',
      fine: 'Mails go out through your mail server.',
      look: 'Mails wait in the outbox until you pass their links on. Set BUREAU_SMTP_URL and BUREAU_MAIL_FROM to send them.',
    },
  },
} as const
