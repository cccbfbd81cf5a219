export const referenceWords = {
  title: 'API reference',
  note: 'Where each API of this installation is, and a first call to each. Put a key into $KEY.',
  baseUrls: 'Base URLs',
  heads: { api: 'API', url: 'Base URL', for: 'For', reference: 'Reference' },
  baseUrl: 'base URL',
  openReference: 'Every call and field',
  apis: {
    gateway: {
      name: 'Files',
      for: 'Everyday calls, 60 seconds at most',
    },
    files: {
      name: 'Files, without a time limit',
      for: 'Large uploads and downloads; the same calls, keys, and answers',
    },
    sms: { name: 'SMS', for: 'Texts, numbers, and groups' },
    iam: { name: 'IAM', for: 'Members, invitations, and invite codes of an organization' },
    provisioning: {
      name: 'Provisioning',
      for: 'Accounts for your customers, once the operator approved you',
    },
  },
  envelopes: 'Answers',
  envelopesNote:
    'Answers and errors are JSON. Each answer has an X-Request-Id; give it to your operator when something fails.',
  envelope: {
    data: {
      title: 'Files and IAM',
      success: '{"data": {…}, "meta": {…}}',
      failure: '{"error": {"code": "…", "message": "…", "details": {…}}}',
    },
    ok: {
      title: 'SMS',
      success: '{"ok": true, "messages": […]}',
      failure: '{"ok": false, "error": {"code": "…", "message": "…", "reason": "…"}}',
    },
    bare: {
      title: 'Provisioning',
      success: '{"id": 17, "email": "…"}',
      failure: '{"error": {"code": "…", "message": "…", "details": {…}}}',
    },
  },
  success: 'Answer',
  failure: 'Error',
  quickStarts: 'Quick starts',
  quickStart: {
    listFiles: 'List files',
    uploadFile: 'Upload a file',
    createFolder: 'Create a folder',
    sendText: 'Send a text',
    listMembers: 'List members',
    createWebhook: 'Create a webhook',
  },
  command: 'command',
}
