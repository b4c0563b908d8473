// A plugin that runs inside `tools`, with all the rights of whoever started it.
// Its tool is data (tool.json, named in package.json); this adds a command: tools <id>:hello

/** @type {import('ai-tool-registry/plugin').ToolPlugin} */
export default {
  id: "hello",
  version: '0.1.0',
  apiVersion: '1.0',
  setup(api) {
    api.commands.register({
      name: 'hello',
      description: 'say hello',
      async run({ args, print }) {
        print(`hello ${args[0] ?? 'world'}`);
        return 0;
      },
    });
  },
};
