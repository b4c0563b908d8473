// The smallest sound plugin, for tests and for ratios: cc -O2 -o native-plugin native-plugin.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char in[1 << 16];
static char out[1 << 18];

static char *answer(const char *line, char *to) {
  const char *id = strstr(line, "\"id\":");
  if (!id) return to;
  long number = strtol(id + 5, NULL, 10);
  if (strstr(line, "\"tool/accountInfo\""))
    return to + sprintf(to, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"email\":\"a@example.com\"}}\n", number);
  if (strstr(line, "\"initialize\""))
    return to + sprintf(to,
                        "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"protocolVersion\":\"1\",\"capabilities\":"
                        "{\"tool/describe\":true,\"tool/accountInfo\":true}}}\n",
                        number);
  if (strstr(line, "\"tool/describe\""))
    return to + sprintf(to,
                        "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"id\":\"acme\",\"displayName\":\"Acme\","
                        "\"configDirectoryName\":\".acme\",\"configDirEnvVar\":null,\"authLoginCommand\":null,"
                        "\"installCommand\":null,\"sessionSubdirectories\":[],\"ansiColor\":\"\"}}\n",
                        number);
  return to + sprintf(to, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"error\":{\"code\":-32601,\"message\":\"no method\"}}\n",
                      number);
}

static int give(const char *to) {
  for (const char *from = out; from < to;) {
    ssize_t written = write(1, from, to - from);
    if (written <= 0) return 0;
    from += written;
  }
  return 1;
}

int main(void) {
  size_t held = 0;
  for (;;) {
    ssize_t got = read(0, in + held, sizeof in - held);
    if (got <= 0) return 0;
    char *from = in, *to = out, *end, *last = in + held + got;
    while ((end = memchr(from, '\n', last - from))) {
      *end = 0;
      to = answer(from, to);
      from = end + 1;
      if (to > out + sizeof out - 1024) {
        if (!give(to)) return 0;
        to = out;
      }
    }
    if (!give(to)) return 0;
    held = last - from;
    memmove(in, from, held);
    if (held == sizeof in) return 1;
  }
}
