/* liboauth: oauth_sign_array2 with the parameters of the URL and the form, as its example oauthtest2.c calls it. */
#include <cjson/cJSON.h>
#include <oauth.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text(const cJSON *object, const char *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static void add(int *count, char ***parameters, const char *name, const char *value) {
    char *pair = malloc(strlen(name) + strlen(value) + 2);
    sprintf(pair, "%s=%s", name, value);
    oauth_add_param_to_array(count, parameters, pair);
    free(pair);
}

static void add_pairs(int *count, char ***parameters, const cJSON *pairs) {
    const cJSON *pair;
    cJSON_ArrayForEach(pair, pairs) {
        const char *name = cJSON_GetStringValue(cJSON_GetArrayItem(pair, 0));
        add(count, parameters, name, cJSON_GetStringValue(cJSON_GetArrayItem(pair, 1)));
    }
}

static cJSON *sign(const cJSON *question) {
    const cJSON *request = cJSON_GetObjectItem(question, "request"), *own = cJSON_GetObjectItem(question, "credentials");
    const char *method = text(question, "signatureMethod"), *secret = text(own, "consumerSecret");
    OAuthMethod kind = !strcmp(method, "HMAC-SHA1") ? OA_HMAC : !strcmp(method, "PLAINTEXT") ? OA_PLAINTEXT : OA_RSA;
    char **parameters = NULL;
    int count = oauth_split_url_parameters(text(request, "url"), &parameters);
    add_pairs(&count, &parameters, cJSON_GetObjectItem(request, "form"));
    add_pairs(&count, &parameters, cJSON_GetObjectItem(question, "protocolParameters"));
    add(&count, &parameters, "oauth_nonce", text(question, "nonce"));
    add(&count, &parameters, "oauth_timestamp", text(question, "timestamp"));
    char *posted = NULL;
    free(oauth_sign_array2(&count, &parameters, &posted, kind, text(request, "method"), text(own, "consumerKey"),
                           secret ? secret : text(own, "privateKey"), text(own, "token"), text(own, "tokenSecret")));
    cJSON *answer = cJSON_CreateObject(), *stages = cJSON_AddObjectToObject(answer, "stages");
    cJSON_AddTrueToObject(answer, "ok");
    for (int at = 0; at < count; at++)
        if (!strncmp(parameters[at], "oauth_signature=", 16)) cJSON_AddStringToObject(stages, "signature", parameters[at] + 16);
    free(posted);
    oauth_free_array(&count, &parameters);
    return answer;
}

static cJSON *percent_encoding(const cJSON *question) {
    cJSON *answer = cJSON_CreateObject();
    char *value = oauth_url_escape(text(question, "text"));
    cJSON_AddTrueToObject(answer, "ok");
    cJSON_AddStringToObject(answer, "value", value);
    free(value);
    return answer;
}

static cJSON *unsupported(void) {
    return cJSON_Parse("{\"ok\":false,\"error\":\"unsupported\"}");
}

static cJSON *hello(void) {
    return cJSON_Parse(
        "{\"ok\":true,\"protocol\":1,\"operations\":[\"sign\",\"percent-encoding\"],\"transports\":[\"header\"],"
        "\"implementation\":{\"name\":\"liboauth\",\"version\":\"" LIBOAUTH_VERSION "\",\"language\":\"C\",\"url\":\"https://liboauth.sourceforge.io\"},"
        "\"signatureMethods\":[\"HMAC-SHA1\",\"RSA-SHA1\",\"PLAINTEXT\"],"
        "\"limits\":{\"without\":[\"octets\",\"form-encoded\",\"no-version\",\"realm\"]}}");
}

int main(void) {
    char *line = NULL;
    for (size_t size = 0; getline(&line, &size, stdin) > 0;) {
        cJSON *question = cJSON_Parse(line);
        const char *operation = text(question, "op");
        if (!strcmp(operation, "bye")) break;
        cJSON *answer = !strcmp(operation, "hello") ? hello() : !strcmp(operation, "sign") ? sign(question)
                      : !strcmp(operation, "percent-encoding") ? percent_encoding(question) : unsupported();
        /* As text: cJSON rounds large numbers. */
        char id[32] = "";
        sscanf(strstr(line, "\"id\":"), "\"id\":%31[0-9]", id);
        cJSON_AddRawToObject(answer, "id", id);
        char *printed = cJSON_PrintUnformatted(answer);
        puts(printed);
        fflush(stdout);
        free(printed);
        cJSON_Delete(answer);
        cJSON_Delete(question);
    }
    return 0;
}
