/**
 * Whether a key is one under which tools keep keys and tokens, or programs that print them. Such a key stays
 * with its account whatever a rule says about the object around it.
 */
export function isSecretKey(key: string): boolean {
  return secretKeys.has(key.toLowerCase().replaceAll(/[-_]/g, '')) || saysSecret(key);
}

/**
 * Whether a key says that its value is a secret: by its last word, whoever gave it the others. A path, or a text
 * of several words, is a name of something of the user's and says nothing.
 */
export function saysSecret(key: string): boolean {
  return word.test(key) && secretEnd.test(key);
}

const word = /^[\w*-]+$/;
const secretEnd =
  /(?:token|secrets?|passw(?:or)?ds?|passphrase|credentials?|authorization|cookies?|(?:api|access|account|auth|client|encryption|private|secret|signing)[-_]?keys?)$/i;

const secretKeys: ReadonlySet<string> = new Set([
  'accesstoken',
  'apikey',
  'apikeyhelper',
  'auth',
  'authorization',
  'authtoken',
  'awsauthrefresh',
  'awscredentialexport',
  'bearertoken',
  'bearertokenenvvar',
  'clientsecret',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'env',
  'envhttpheaders',
  'environment',
  'gcpauthrefresh',
  'headers',
  'headershelper',
  'httpheaders',
  'idtoken',
  'oauth',
  'otelheadershelper',
  'passphrase',
  'password',
  'privatekey',
  'proxyauth',
  'refreshtoken',
  'secret',
  'secrets',
  'token',
  'tokens',
]);
